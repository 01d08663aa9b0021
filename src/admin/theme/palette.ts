import type { MantineColorsTuple } from '@mantine/core';

export const palette = {
  // Accent: only for actions, links, focus and selection.
  indigo: ['#eef2ff', '#e0e7ff', '#c7d2fe', '#a5b4fc', '#878bf8', '#5f5af0', '#4f46e5', '#4338ca', '#3730a3', '#312e81'],
  // Neutrals: text, borders, backgrounds.
  gray: ['#fafafa', '#f4f4f5', '#e7e7ea', '#d6d6db', '#b0b0b8', '#8f8f98', '#66666f', '#4a4a52', '#2c2c32', '#18181b'],
  dark: ['#ededf0', '#c9c9cf', '#a6a6ae', '#8c8c95', '#3a3a42', '#2e2e35', '#222228', '#18181c', '#111114', '#0b0b0d'],
  green: ['#effaf3', '#d9f2e2', '#b4e4c6', '#86d1a3', '#4fba7c', '#27a35d', '#17904c', '#15773f', '#135f34', '#0f4a29'],
  orange: ['#fff6ea', '#ffe9cc', '#fdd29b', '#fab766', '#f59f3c', '#d67610', '#c06a0e', '#a4590b', '#83470c', '#68390c'],
  red: ['#fef3f2', '#fde3e1', '#fbcac6', '#f6a39d', '#ee7269', '#d63f35', '#cb2f27', '#b02620', '#8f211c', '#75201c'],
} as const satisfies Record<string, MantineColorsTuple>;
