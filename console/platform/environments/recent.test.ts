import { expect, it } from 'vitest'
import { withVisited } from './recent.ts'

it('has where somebody goes first, then where they come from, each once', () => {
  expect(withVisited([], 'eu', 'root')).toEqual(['eu', 'root'])
  expect(withVisited(['eu', 'root'], 'us', 'eu')).toEqual(['us', 'eu', 'root'])
  expect(withVisited(['us', 'eu', 'root'], 'root', 'us')).toEqual(['root', 'us', 'eu'])
  expect(withVisited(['us'], 'us', 'us')).toEqual(['us'])
  expect(withVisited(['us'], 'eu', null)).toEqual(['eu', 'us'])
})
it('keeps eight', () => {
  const many = Array.from({ length: 12 }, (_, index) => String(index)).reduce<string[]>(
    (recent, id) => withVisited(recent, id, null),
    [],
  )
  expect(many).toEqual(['11', '10', '9', '8', '7', '6', '5', '4'])
})
