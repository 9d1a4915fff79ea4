import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { FileInput } from '#ui/form/FileInput.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';

type Props = {
  /** Accessible name; visible with `showLabel`. */
  label: string;
  showLabel?: boolean;
  multiple?: boolean;
  disabled?: boolean;
  /** Uploading: keeps its place and focus, and ignores clicks. */
  busy?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** Opens the device's picture chooser or camera. */
export function PictureButton({
  label,
  showLabel = false,
  multiple = false,
  disabled = false,
  busy = false,
  onFiles,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const icon = <Camera size={20} />;
  const choose = () => input.current?.click();
  return (
    <>
      <FileInput ref={input} accept="image/*" multiple={multiple} onFiles={onFiles} />
      {showLabel ? (
        <Button tone="quiet" size="small" icon={icon} disabled={disabled} busy={busy} onClick={choose}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} tone="quiet" size="small" disabled={disabled} busy={busy} onClick={choose}>
          {icon}
        </IconButton>
      )}
    </>
  );
}
