import { useWindowDimensions } from 'react-native';

import { Text } from './Text';
import { space } from './tokens';

interface AmountTextProps {
  /** The amount, as it is written. */
  children: string;
  align?: 'start' | 'center';
}

/** What one character of a figure takes at its usual size, and what stands around it: the margins of a screen and a card. */
const characterWidth = 18;
const around = 2 * (space.xl + space.l);

/**
 * An amount, large. It grows with the text only as far as its line goes: one that is broken in two is read as another
 * amount.
 */
export function AmountText({ children, align }: AmountTextProps) {
  const { width } = useWindowDimensions();
  const most = (width - around) / (children.length * characterWidth);
  return (
    <Text variant="figure" align={align} maxFontSizeMultiplier={Math.max(1, most)}>
      {children}
    </Text>
  );
}
