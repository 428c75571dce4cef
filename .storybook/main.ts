import type { StorybookConfig } from '@storybook/react-vite'
import tailwindcss from '@tailwindcss/vite'
import { chromaticModes } from './chromatic-modes.ts'
import { docgenOptions } from './docs/docgen.ts'

const config: StorybookConfig = {
  framework: { name: '@storybook/react-vite', options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } } },
  stories: ['../design-system/**/*.mdx', '../design-system/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  typescript: {
    // The other reader of props knows no types that are computed, such as the variants of a button.
    reactDocgen: 'react-docgen-typescript',
    reactDocgenTypescriptOptions: {
      ...docgenOptions,
      // The types of the library alone: those of the service and the console would take as long again.
      tsconfigPath: '.storybook/docs/tsconfig.json',
      include: ['design-system/**/*.tsx'],
      exclude: ['design-system/**/*.stories.tsx', 'design-system/**/*.test.tsx'],
    },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (config, { configType }) => ({
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      tailwindcss(),
      // Snapshots are taken of the built Storybook alone.
      ...(configType === 'PRODUCTION' ? [chromaticModes(process.env.STORYBOOK_FORCED_COLORS === '1')] : []),
    ],
    // The parts of Storybook itself (documentation renderer, axe) exceed the default limit.
    build: { ...config.build, chunkSizeWarningLimit: 1500 },
  }),
}
export default config
