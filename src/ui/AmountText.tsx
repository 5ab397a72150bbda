import { useWindowDimensions } from 'react-native';

import { Text } from './Text';
import { space } from './tokens';

interface AmountTextProps {
  /** The formatted amount. */
  children: string;
  align?: 'start' | 'center';
}

/** The width of a digit at normal size, and the margins of a screen and a card. */
const characterWidth = 18;
const margins = 2 * (space.xl + space.l);

/**
 * A large amount. It grows with the text size until it fills the line: a wrapped amount would be misread.
 */
export function AmountText({ children, align }: AmountTextProps) {
  const { width } = useWindowDimensions();
  const maxScale = (width - margins) / (children.length * characterWidth);
  return (
    <Text variant="figure" align={align} maxFontSizeMultiplier={Math.max(1, maxScale)}>
      {children}
    </Text>
  );
}
