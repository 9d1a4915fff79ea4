import { useCallback } from 'react';

/** Preview of a local picture. Empty where the browser cannot decode it. */
export function LocalPicture({ of, className }: { of: Blob; className: string }) {
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
