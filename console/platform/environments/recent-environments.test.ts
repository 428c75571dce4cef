import { expect, it } from 'vitest'
import { addRecent } from './recent-environments.ts'

it('has where somebody goes first, then where they come from, each once', () => {
  expect(addRecent([], 'eu', 'root')).toEqual(['eu', 'root'])
  expect(addRecent(['eu', 'root'], 'us', 'eu')).toEqual(['us', 'eu', 'root'])
  expect(addRecent(['us', 'eu', 'root'], 'root', 'us')).toEqual(['root', 'us', 'eu'])
  expect(addRecent(['us'], 'us', 'us')).toEqual(['us'])
  expect(addRecent(['us'], 'eu', null)).toEqual(['eu', 'us'])
})
it('keeps eight', () => {
  const many = Array.from({ length: 12 }, (_, index) => String(index)).reduce<string[]>(
    (recent, id) => addRecent(recent, id, null),
    [],
  )
  expect(many).toEqual(['11', '10', '9', '8', '7', '6', '5', '4'])
})
