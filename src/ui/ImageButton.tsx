import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

type Props = {
  /** Its name; shown beside the camera with `showLabel`. */
  label: string;
  showLabel?: boolean;
  multiple?: boolean;
  disabled?: boolean;
  /** One is on its way: keeps its place and the focus, and opens nothing. */
  busy?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** The camera: opens the device's way of choosing a picture, or taking one. */
export function ImageButton({
  label,
  showLabel = false,
  multiple = false,
  disabled = false,
  busy = false,
  onFiles,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const icon = <Camera size={20} aria-hidden="true" />;
  const choose = () => input.current?.click();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same picture may be chosen again.
          currentTarget.value = '';
        }}
      />
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
