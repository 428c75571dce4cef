import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig, type PluginOption } from 'vite'
import { authPagePlugin } from './build/auth-page-plugin.ts'
import { buildVersionPlugin } from './build/build-version-plugin.ts'
import { chunkGroupsPlugin } from './build/chunk-groups-plugin.ts'
import { chunkFileName } from './build/chunks/chunk-names.ts'
import { compressPlugin } from './build/compress-plugin.ts'
import { messagesPlugin } from './build/messages-plugin.ts'
import { routerPlugin } from './build/router-plugin.ts'
import { sampleDataPlugin } from './build/sample-data-plugin.ts'
import { shrinkPlugin } from './build/shrink-plugin.ts'
import { startupFailurePlugin } from './build/startup-failure-plugin.ts'
import { themePlugin } from './build/theme-plugin.ts'

const service = `http://127.0.0.1:${process.env['PORT'] ?? '4300'}`

const input = ['index.html', 'auth.html', 'sign-in.html'].map(name => path.join(import.meta.dirname, name))
const resolve = { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } }
/** What decides which modules there are. */
const basics = (messages: PluginOption): PluginOption[] => [messages, authPagePlugin(), routerPlugin(), react()]
const plain = (): InlineConfig => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: basics(messagesPlugin()),
  resolve,
  build: { target: 'es2023', rolldownOptions: { input } },
  worker: { format: 'es', plugins: () => [sampleDataPlugin()] },
})
const packed = chunkGroupsPlugin(plain)

export default defineConfig({
  root: import.meta.dirname,
  publicDir: path.join(import.meta.dirname, 'public'),
  plugins: [
    themePlugin(),
    startupFailurePlugin(),
    ...basics(messagesPlugin(packed.chunks)),
    tailwindcss(),
    packed.plugin,
    shrinkPlugin(['index', 'ground', 'look', 'start', 'first', 'identity']),
    buildVersionPlugin(),
    compressPlugin(),
  ],
  resolve,
  build: {
    outDir: path.join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    // Assets load from /dist/ (product specification, section 2).
    assetsDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input,
      output: {
        chunkFileNames: chunkFileName(),
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 20,
            },
            ...packed.groups,
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [sampleDataPlugin()],
  },
  server: {
    port: 4301,
    strictPort: true,
    proxy: {
      '^/api/(?!auth)': service,
      '^/(v1\\.0|health|openapi|metrics)': service,
      '^/[0-9a-f-]{36}/': service,
    },
  },
})
