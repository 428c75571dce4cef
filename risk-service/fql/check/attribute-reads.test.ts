import { describe, expect, it } from 'vitest'
import { type AttributeRead, attributeReadsOf } from './attribute-reads.ts'

const reads = (...texts: string[]): AttributeRead[] =>
  attributeReadsOf(texts.map((text, index) => ({ place: `part ${index}`, text })))
const paths = (...texts: string[]): string[] => reads(...texts).map(({ path }) => path)

describe('attributes that texts read', () => {
  it('finds attributes in every part of a statement, each once, without indexes', () => {
    expect(
      paths(
        'LET $total = @"totalAmount" * (1 + @"salesTax")\nRETURN Reject(@"reason") WHEN $total > 5 && (@"user.email" == "a" || !@"productList[0].isFree" || @"user.email" == "b") && @riskScore > 900',
      ),
    ).toEqual(['totalAmount', 'salesTax', 'reason', 'user.email', 'productList.isFree', 'riskScore'])
  })
  it('distinguishes a block that is read as JSON, and the whole event', () => {
    expect(reads('RETURN Reject() WHEN External.Check(@@"deviceContext", @@) == 1')).toMatchObject([
      { path: 'deviceContext', isBlock: true, receivers: [{ kind: 'externalCall', name: 'Check' }] },
      { path: '', isBlock: true },
    ])
  })
  it('names the resources that get a value, also by a variable', () => {
    const [ip, user] = reads(
      'LET $ip = @"deviceContext.ipAddress"\nRETURN Reject() WHEN ContainsKey("bad networks", "ip", $ip) && Velocity.orders(@"user.userId", 7d) > 3 && Functions.Near($ip).Score > 1',
    )
    expect(ip?.receivers).toEqual([
      { kind: 'list', name: 'bad networks' },
      { kind: 'function', name: 'Near' },
    ])
    expect(user?.receivers).toEqual([{ kind: 'velocity', name: 'orders' }])
  })
  it('shares variables with the texts that follow', () => {
    const [card] = reads('LET $card = @"card.token"\nWHEN true', 'RETURN Reject() WHEN InSupportList("PI", $card)')
    expect(card).toMatchObject({ place: 'part 0', receivers: [{ kind: 'supportList', name: 'PI' }] })
  })
  it('tells which events a velocity counts', () => {
    expect(
      reads('SELECT Count() AS n\nFROM Chargeback, Signup:Status\nGROUPBY @"purchase.user.userId"').map(
        ({ path, events }) => ({ path, events }),
      ),
    ).toEqual([{ path: 'purchase.user.userId', events: ['Chargeback', 'Signup:Status'] }])
  })
  it('a text that cannot be parsed reads nothing', () => {
    expect(paths('RETURN Reject( WHEN @"a"', 'RETURN Reject() WHEN @"b" == 1')).toEqual(['b'])
  })
})
