import { CameraView, useCameraPermissions } from 'expo-camera';
import { type ComponentType, useEffect, useRef } from 'react';

export interface ScannerProps {
  label: string;
  onCode(text: string): void;
  onRefused(): void;
}

/** The camera as a code scanner. It reports the first code only. */
function CameraScanner({ label, onCode, onRefused }: ScannerProps) {
  const [permission, request] = useCameraPermissions();
  const hasFound = useRef(false);
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });

  const isUndecided = permission !== null && !permission.granted && permission.canAskAgain;
  const isRefused = permission !== null && !permission.granted && !permission.canAskAgain;
  useEffect(() => {
    if (isUndecided) request().then(({ granted }) => !granted && refused.current(), refused.current);
  }, [isUndecided, request]);
  useEffect(() => {
    if (isRefused) refused.current();
  }, [isRefused]);

  if (!permission?.granted) return null;
  return (
    <CameraView
      accessibilityLabel={label}
      style={{ width: '100%', aspectRatio: 1 }}
      facing="back"
      barcodeScannerSettings={{
        barcodeTypes: ['qr', 'code128', 'code39', 'ean13', 'ean8', 'datamatrix', 'itf14'],
      }}
      onBarcodeScanned={({ data }) => {
        if (hasFound.current) return;
        hasFound.current = true;
        onCode(data);
      }}
    />
  );
}

export const Scanner: ComponentType<ScannerProps> | null = CameraScanner;
