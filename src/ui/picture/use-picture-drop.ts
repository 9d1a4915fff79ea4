import type { ClipboardEvent } from 'react';
import { useFileDrop } from '#ui/form/use-file-drop.ts';

const picturesIn = (files: Iterable<File>) => [...files].filter(({ type }) => type.startsWith('image/'));

/** Handlers for pasted and dropped pictures; `over` is true while one is dragged above. Other files and text are left to the input. */
export function usePictureDrop(onPictures: (files: readonly File[]) => void) {
  const { over, handlers } = useFileDrop((files) => {
    const pictures = picturesIn(files);
    if (pictures.length > 0) onPictures(pictures);
  });
  const onPaste = (event: ClipboardEvent) => {
    const pictures = picturesIn(event.clipboardData.files);
    if (pictures.length === 0) return;
    event.preventDefault();
    onPictures(pictures);
  };
  return { over, handlers: { ...handlers, onPaste } };
}
