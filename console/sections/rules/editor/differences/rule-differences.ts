import type { RuleBody } from '@assay/risk-service/contract'

/** Where two versions of a rule differ: its own texts, and its clauses by name. */
export function ruleDifferences(
  mine: RuleBody,
  theirs: RuleBody,
): { id: string; clause: string | null; mine: string; theirs: string }[] {
  const own = (['name', 'description', 'condition'] as const).map(id => ({
    id: id as string,
    clause: null as string | null,
    mine: mine[id],
    theirs: theirs[id],
  }))
  const names = [...new Set([...mine.clauses, ...theirs.clauses].map(({ name }) => name))]
  const text = (body: RuleBody, name: string) =>
    body.clauses
      .filter(clause => clause.name === name)
      .map(clause => clause.text)
      .join('\n')
  return [
    ...own,
    ...names.map(name => ({ id: `clause ${name}`, clause: name, mine: text(mine, name), theirs: text(theirs, name) })),
  ].filter(field => field.mine !== field.theirs)
}
