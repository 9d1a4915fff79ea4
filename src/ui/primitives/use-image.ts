import { useState } from 'react';

/** A picture's address, or null once it could not be loaded, as without a connection; and its `img`'s `onError`. */
export function useImage(image: string | null | undefined) {
  const [failed, setFailed] = useState<string | null>();
  return [image === failed ? null : image, () => setFailed(image)] as const;
}
