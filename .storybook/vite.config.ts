import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Its own file: Storybook would otherwise look for one at the root. */
export default defineConfig({ plugins: [react()] })
