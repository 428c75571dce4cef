import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { tokensCss } from './tokens-css.ts'

it('the library has a current style sheet: run `node design-system/tokens/build.ts` after a change of tokens', () => {
  expect(readFileSync(path.resolve(import.meta.dirname, '../styles/tokens.css'), 'utf8')).toBe(tokensCss())
})
