import { useCallback } from 'react';

/** A picture that is only on this device yet. One that this browser cannot open shows nothing. */
export function Preview({ of, className }: { of: Blob; className: string }) {
  const show = useCallback(
    (img: HTMLImageElement) => {
      const address = URL.createObjectURL(of);
      img.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [of],
  );
  return <img ref={show} className={className} alt="" draggable={false} />;
}
