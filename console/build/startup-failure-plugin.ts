import type { Plugin } from 'vite'
import { startupFailureMessages } from '../platform/startup-failure/startup-failure-messages.ts'

/**
 * Inserts the texts of the start failure into the console's page: when they are needed, nothing else may have loaded.
 */
export function startupFailurePlugin(): Plugin {
  return {
    name: 'assay-start-failure',
    transformIndexHtml: {
      handler: (_html, { path }) =>
        path.endsWith('index.html')
          ? [
              {
                tag: 'script',
                attrs: { type: 'application/json', id: 'start-failure' },
                children: JSON.stringify(startupFailureMessages),
                injectTo: 'head',
              },
            ]
          : [],
    },
  }
}
