import type { StorybookConfig } from '@storybook/react-vite'

type DocgenOptions = NonNullable<NonNullable<StorybookConfig['typescript']>['reactDocgenTypescriptOptions']>

/**
 * How the props of a component are read from its types: those that the library declares, also where a type is computed
 * from others, and none of those that an element of HTML or a part of another package brings.
 */
export const docgenOptions = {
  shouldExtractLiteralValuesFromEnum: true,
  shouldRemoveUndefinedFromOptional: true,
  savePropValueAsString: true,
  propFilter: ({ parent, declarations }) => {
    const origins = declarations ?? (parent ? [parent] : [])
    return origins.length === 0 || origins.some(({ fileName }) => !fileName.includes('node_modules'))
  },
} satisfies DocgenOptions
