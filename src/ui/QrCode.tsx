import { useEffect, useState } from 'react';
import { View } from 'react-native';
import Svg, { Path } from 'react-native-svg';

import { createStyles } from './theme';
import { radius } from './tokens';

interface QrCodeProps {
  text: string;
  /** The accessible name. */
  label: string;
  size?: number;
}

/** The margin in modules that the standard requires. */
const MARGIN = 4;

type Picture = { side: number; path: string };

/** All dark modules as one SVG path. The library is loaded with the first code: few screens show one. */
export async function qrPicture(text: string): Promise<Picture> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark: string[] = [];
  data.forEach((isDark, index) => {
    if (isDark) dark.push(`M${(index % size) + MARGIN} ${Math.floor(index / size) + MARGIN}h1v1h-1z`);
  });
  return { side: size + 2 * MARGIN, path: dark.join('') };
}

/** Dark on white in both themes: many cameras cannot read an inverted code. */
export function QrCode({ text, label, size = 280 }: QrCodeProps) {
  const styles = useStyles();
  const [picture, setPicture] = useState<Picture>({ side: 1, path: '' });
  useEffect(() => {
    let isShown = true;
    void qrPicture(text).then((drawn) => isShown && setPicture(drawn));
    return () => {
      isShown = false;
    };
  }, [text]);
  const { side, path } = picture;
  return (
    <View role="img" aria-label={label} accessible style={[styles.paper, { width: size }]}>
      <View aria-hidden style={styles.code}>
        <Svg width="100%" height="100%" viewBox={`0 0 ${side} ${side}`}>
          <Path d={path} fill="#000000" />
        </Svg>
      </View>
    </View>
  );
}

const useStyles = createStyles(() => ({
  paper: {
    alignSelf: 'center',
    // A small phone is narrower than the code.
    maxWidth: '100%',
    aspectRatio: 1,
    backgroundColor: '#FFFFFF',
    borderRadius: radius.button,
    overflow: 'hidden',
  },
  code: { flex: 1 },
}));
