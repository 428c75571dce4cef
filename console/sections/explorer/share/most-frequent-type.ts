/** Returns the type of most of these events; undefined without any. */
export function mostFrequentType(events: readonly { eventType: string }[]): string | undefined {
  const byType = [...Map.groupBy(events, ({ eventType }) => eventType)]
  return byType.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}
