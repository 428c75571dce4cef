import type { Plugin } from 'vite'
import { startFailureWords } from '../boot/start-failure-words.ts'

/** Puts the words of the start failure into the console's page: when they are needed, nothing else may have come. */
export function startFailurePlugin(): Plugin {
  return {
    name: 'assay-start-failure',
    transformIndexHtml: {
      handler: (_html, { path }) =>
        path.endsWith('index.html')
          ? [
              {
                tag: 'script',
                attrs: { type: 'application/json', id: 'start-failure' },
                children: JSON.stringify(startFailureWords),
                injectTo: 'head',
              },
            ]
          : [],
    },
  }
}
