import base from '../vite.config.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
const config = base as any
config.plugins.unshift({ name: 'stub', enforce: 'pre', resolveId(s: string, i: string) { if (s.includes('/sections/')) return '\0stub' }, load(id: string) { if (id === '\0stub') return 'export function Component(){return null}' } })
export default config
