import { expect, it } from 'vitest'
import { isLoopback } from './loopback.ts'

it.each([
  'localhost',
  'LocalHost',
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
])('%s is this machine', host => {
  expect(isLoopback(host)).toBe(true)
})

it.each([
  '',
  '0.0.0.0',
  '::',
  '[::]',
  '::2',
  '126.255.255.255',
  '128.0.0.1',
  '10.0.0.1',
  '::ffff:10.0.0.1',
  '127.1',
  // Names that anybody can register and resolve to any address.
  '127.example.com',
  '127.0.0.1.example.com',
  'localhost.example.com',
])('"%s" is not', host => {
  expect(isLoopback(host)).toBe(false)
})
