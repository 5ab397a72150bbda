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

/** Hidden from screen readers: the control or the text around it has the name. */
export function Icon({ name, size = 24, tone = 'ink' }: IconProps) {
  const { colors, direction, fontScale } = useTheme();
  const scaled = size * Math.min(fontScale, 1.5);
  const mirrored = direction === 'rtl' && mirroredIcons.has(name);
  return (
    <View
      aria-hidden
      style={[{ width: scaled, height: scaled }, mirrored && { transform: [{ scaleX: -1 }] }]}
    >
      <Svg width={scaled} height={scaled} viewBox="0 0 24 24" fill="none">
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
