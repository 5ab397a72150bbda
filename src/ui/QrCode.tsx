import { create } from 'qrcode';
import { useMemo } from 'react';
import { View } from 'react-native';
import Svg, { Path } from 'react-native-svg';

import { createStyles } from './theme';
import { radius } from './tokens';

interface QrCodeProps {
  text: string;
  /** What a screen reader says of the picture. */
  label: string;
  size?: number;
}

/** Cameras expect four empty modules around. */
const QUIET = 4;

/** One path over all dark modules. */
function draw(text: string): { side: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark: string[] = [];
  data.forEach((isDark, index) => {
    if (isDark) dark.push(`M${(index % size) + QUIET} ${Math.floor(index / size) + QUIET}h1v1h-1z`);
  });
  return { side: size + 2 * QUIET, path: dark.join('') };
}

/** Dark on white in either theme: many cameras do not read it the other way round. */
export function QrCode({ text, label, size = 280 }: QrCodeProps) {
  const styles = useStyles();
  const { side, path } = useMemo(() => draw(text), [text]);
  return (
    <View role="img" aria-label={label} accessible style={[styles.paper, { width: size, height: size }]}>
      <View aria-hidden>
        <Svg width={size} height={size} viewBox={`0 0 ${side} ${side}`}>
          <Path d={path} fill="#000000" />
        </Svg>
      </View>
    </View>
  );
}

const useStyles = createStyles(() => ({
  paper: { alignSelf: 'center', backgroundColor: '#FFFFFF', borderRadius: radius.button, overflow: 'hidden' },
}));
