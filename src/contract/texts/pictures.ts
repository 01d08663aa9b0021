export const PICTURE_FAULTS = {
  unknown: 'Please choose a PNG, JPEG or WebP.',
  unreadable: "This picture can't be read. Please choose another one.",
  tooHeavy: 'Please choose a picture of at most 20 MB.',
  tooLarge: 'Please choose a picture of at most 50 megapixels.',
} as const;
