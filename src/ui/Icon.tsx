import { View } from 'react-native';
import Svg, { Path } from 'react-native-svg';

import { type IconName, iconShapes, mirroredIcons } from './iconShapes';
import { toneColor, type TextTone } from './Text';
import { useTheme } from './theme';

interface IconProps {
  name: IconName;
  size?: number;
  tone?: TextTone;
}

/** A picture beside words. It has no name of its own: the control or the words around it have one. */
export function Icon({ name, size = 24, tone = 'ink' }: IconProps) {
  const { colors, direction, fontScale } = useTheme();
  const drawn = size * Math.min(fontScale, 1.5);
  const mirrored = direction === 'rtl' && mirroredIcons.has(name);
  return (
    <View aria-hidden style={[{ width: drawn, height: drawn }, mirrored && { transform: [{ scaleX: -1 }] }]}>
      <Svg width={drawn} height={drawn} viewBox="0 0 24 24" fill="none">
        <Path
          d={iconShapes[name]}
          stroke={toneColor(colors, tone)}
          strokeWidth={2}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Svg>
    </View>
  );
}
