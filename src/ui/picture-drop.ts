import { useState, type ClipboardEvent, type DragEvent } from 'react';

/** Only what is a picture: text that is pasted or dropped goes where text goes. */
const picturesIn = ({ files }: DataTransfer) => [...files].filter(({ type }) => type.startsWith('image/'));
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Pictures pasted into or dropped onto what wears these handlers; `over` while one hangs above it. */
export function usePictureDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  const give = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const pictures = picturesIn(data);
    if (pictures.length === 0) return;
    event.preventDefault();
    onFiles(pictures);
  };
  return {
    over,
    handlers: {
      onPaste: (event: ClipboardEvent) => give(event, event.clipboardData),
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        // Without this the browser would leave the page for the picture.
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        give(event, event.dataTransfer);
      },
    },
  };
}
