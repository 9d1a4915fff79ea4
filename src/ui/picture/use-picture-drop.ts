import { useState, type ClipboardEvent, type DragEvent } from 'react';

/** Image files only: pasted or dropped text is the input's. */
const picturesIn = ({ files }: DataTransfer) => [...files].filter(({ type }) => type.startsWith('image/'));
const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Handlers for pasted and dropped pictures; `over` while one is dragged above. */
export function usePictureDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  const handleFiles = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const pictures = picturesIn(data);
    if (pictures.length === 0) return;
    event.preventDefault();
    onFiles(pictures);
  };
  return {
    over,
    handlers: {
      onPaste: (event: ClipboardEvent) => handleFiles(event, event.clipboardData),
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        // Without this the browser would open the file.
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
        handleFiles(event, event.dataTransfer);
      },
    },
  };
}
