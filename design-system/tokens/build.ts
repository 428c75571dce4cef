import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { tokensCss } from './tokens-css.ts'

writeFileSync(path.resolve(import.meta.dirname, '../styles/tokens.css'), tokensCss())
