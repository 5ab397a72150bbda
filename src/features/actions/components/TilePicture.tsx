import { Image } from 'react-native';

export interface TilePictureProps {
  uri: string;
  /** The place on the map, in pixels from its top left corner in every language. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One tile. One that fails leaves its place empty. */
export function TilePicture({ uri, x, y, width, height }: TilePictureProps) {
  return (
    <Image
      accessible={false}
      source={{ uri }}
      style={{ position: 'absolute', left: x, top: y, width, height }}
    />
  );
}
