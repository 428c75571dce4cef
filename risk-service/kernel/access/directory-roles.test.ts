import { expect, it } from 'vitest'
import { namesDirectoryRoles } from './directory-roles.ts'

it.each([
  [null, true],
  ['https://login.microsoftonline.com/contoso', true],
  ['https://login.microsoftonline.com/{tenant}', true],
  ['https://login.microsoftonline.us/contoso', true],
  ['https://login.partner.microsoftonline.cn/contoso', true],
  ['https://id.example.net/realms/shop', false],
  ['https://login.microsoftonline.com.example.net/contoso', false],
  ['not an address', false],
])('sign-ins at %s name directory roles: %s', (authority, expected) => {
  expect(namesDirectoryRoles(authority)).toBe(expected)
})
