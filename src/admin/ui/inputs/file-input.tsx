import { Button } from '@mantine/core';
import { type ComponentProps, type DragEvent, useState } from 'react';
import classes from './file-input.module.css';

export function DropArea({ onDrop, className = '', ...area }: Omit<ComponentProps<'div'>, 'onDrop'> & { onDrop: (file: File) => void }) {
  const [isDraggedOver, setOver] = useState(false);
  const handleOver = (event: DragEvent) => {
    // Otherwise the browser opens the dropped file instead of the app.
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const handleDrop = (event: DragEvent) => {
    handleOver(event);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onDrop(file);
  };
  return (
    <div
      className={`${classes.area} ${className}`}
      data-over={isDraggedOver}
      onDragOver={handleOver}
      onDragLeave={handleOver}
      onDrop={handleDrop}
      {...area}
    />
  );
}

interface ChooseButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string;
  onFile: (file: File) => void;
}

/** The button for choosing a file, even the same one again after it was corrected. */
export const ChooseButton = ({ label, onFile, ...input }: ChooseButtonProps) => (
  <Button component="label" variant="default" flex="none" className={classes.choose}>
    <input
      type="file"
      {...input}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        currentTarget.value = '';
        if (file !== undefined) onFile(file);
      }}
    />
    {label}
  </Button>
);
