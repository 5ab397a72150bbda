import { useState } from 'react';

import { type TilePictureProps } from './TilePicture';

/** Loaded without cookies and with CORS, which the isolation of the page requires (docs/security.md). */
export function TilePicture({ uri, x, y, width, height }: TilePictureProps) {
  const [hasFailed, setFailed] = useState(false);
  return hasFailed ? null : (
    <img
      src={uri}
      alt=""
      crossOrigin="anonymous"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(true)}
      style={{ position: 'absolute', left: x, top: y, width, height }}
    />
  );
}
