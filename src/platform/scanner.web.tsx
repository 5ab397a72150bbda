import { useEffect, useRef, type ComponentType } from 'react';

import { type ScannerProps } from './scanner';

/** Part of the platform in some browsers, and in no declaration of TypeScript yet. */
interface CodeDetector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
type CodeDetectorClass = new (options: { formats: string[] }) => CodeDetector;

const formats = ['qr_code', 'code_128', 'code_39', 'ean_13', 'ean_8', 'data_matrix', 'itf'];
const pauseMs = 150;

function isDetectorClass(value: unknown): value is CodeDetectorClass {
  return typeof value === 'function';
}

function createScanner(Detector: CodeDetectorClass): ComponentType<ScannerProps> {
  return function WebScanner({ label, onCode, onRefused }: ScannerProps) {
    const video = useRef<HTMLVideoElement>(null);
    const callbacks = useRef({ onCode, onRefused });
    useEffect(() => {
      callbacks.current = { onCode, onRefused };
    });

    useEffect(() => {
      let stopped = false;
      let stream: MediaStream | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const detector = new Detector({ formats });

      const look = async () => {
        if (stopped || video.current === null) return;
        const [code] = await detector.detect(video.current).catch(() => []); // The video may have no frame yet.
        if (stopped) return;
        if (code === undefined) timer = setTimeout(() => void look(), pauseMs);
        else callbacks.current.onCode(code.rawValue);
      };
      const start = async () => {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        if (stopped || video.current === null) return end();
        video.current.srcObject = stream;
        await video.current.play();
        await look();
      };
      const end = () => {
        stopped = true;
        clearTimeout(timer);
        for (const track of stream?.getTracks() ?? []) track.stop();
      };
      start().catch(() => {
        if (!stopped) callbacks.current.onRefused();
      });
      return end;
    }, []);

    return (
      <video
        ref={video}
        aria-label={label}
        muted
        playsInline
        style={{ width: '100%', aspectRatio: '1', objectFit: 'cover', borderRadius: 16, background: '#000' }}
      />
    );
  };
}

const found: unknown = Reflect.get(globalThis, 'BarcodeDetector');

export const Scanner: ComponentType<ScannerProps> | null =
  isDetectorClass(found) && 'mediaDevices' in navigator ? createScanner(found) : null;
