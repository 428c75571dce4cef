import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A separate file: Storybook would otherwise use one at the root. */
export default defineConfig({ plugins: [react()] })
