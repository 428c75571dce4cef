import { describe, expect, it } from 'vitest'
import { maskMessage, maskPage, maskStack, maskText, maskUrl, routeOf } from './mask.ts'

describe('masking', () => {
  it('[spec 7.8] tokens in read/write addresses become {sasToken}', () => {
    expect(maskUrl('https://store.example/files/a.csv?sv=2024-01-01&sp=rw&se=2026&sig=ab%2Bcd')).toBe(
      'https://store.example/files/a.csv?{sasToken}',
    )
    expect(maskUrl('https://store.example/a?X-Amz-Signature=1&X-Amz-Date=2')).toBe('https://store.example/a?{sasToken}')
    expect(maskUrl('https://store.example/a/sig=abc/b')).toBe('https://store.example/a/sig={sasToken}/b')
    expect(maskText('GET https://store.example/a?sig=1 failed')).toBe('GET https://store.example/a?{sasToken} failed')
  })
  it('masking takes queries, ids and other hosts out of the addresses of pages', () => {
    expect(maskUrl('/search?q=ana@example.com#part')).toBe('/search')
    expect(routeOf('/search/purchase/a55a0002-0000-4000-8000-000000000001/order 7')).toBe('/search/purchase/:id/:id')
    expect(routeOf('/contoso.com/fraud/purchase')).toBe('/:id/fraud/purchase')
    expect(maskPage('http://localhost:3000/search/purchase/1/ana?x=1', 'http://localhost:3000')).toBe(
      'http://localhost:3000/search/purchase/:id/:id',
    )
    expect(maskPage('https://login.example/ana?x=1', 'http://localhost:3000')).toBe('https://login.example')
    expect(maskPage('http://[', 'http://localhost:3000')).toBe('')
  })
  it('masking keeps the message of an error only where the engine or the console wrote it', () => {
    expect(maskMessage('SyntaxError', `Unexpected token 'a', "ana typed this" is not valid JSON`)).toBe('')
    expect(
      maskMessage('ChunkLoadError', 'Loading chunk Search failed. (timeout: http://localhost:3000/dist/a.js?t=1)'),
    ).toBe('Loading chunk Search failed. (timeout: http://localhost:3000/dist/a.js)')
    expect(maskMessage('Error', 'Loading CSS chunk Search failed.', 'CSS_CHUNK_LOAD_FAILED')).toBe(
      'Loading CSS chunk Search failed.',
    )
    expect(maskStack('Error: ana typed\n  this too\n    at save (http://localhost:3000/dist/a.js?x=1:3:4)')).toBe(
      '    at save (http://localhost:3000/dist/a.js)',
    )
  })
})
