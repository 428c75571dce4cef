import { authoredNameFault } from '../contract/constants.ts'
import type { Rule, RuleBody, TemplateOutcome, TemplateProblem } from '../contract/index.ts'
import { ruleBodySchema } from '../contract/rule-entities.ts'
import { createRule, type Editor } from '../rules/drafts.ts'
import { requireAssessment } from '../rules/sound.ts'
import type { RuleEngine } from '../session/base.ts'
import { RefusedValue } from '../session/refusals.ts'
import { partOfRule } from './contents.ts'
import type { RuleContent } from './model.ts'
import { finding, ofText } from './problems.ts'

type Engine = Pick<RuleEngine, 'assessment' | 'checkRule'>
/**
 * A rule as it fits an assessment; `body` null: nothing of it does. `left`: clauses that the assessment has no section
 * for.
 */
export interface FittedRule {
  body: RuleBody | null
  left: string[]
  problems: TemplateProblem[]
}

/**
 * Fits the rule of a template to an assessment of an environment. Names that are not known there are told, and keep it
 * from its publish only. @throws Missing
 */
export async function fitRule(
  engine: Engine,
  environmentId: string,
  eventType: string,
  { assessment: origin, type, body }: RuleContent,
): Promise<FittedRule> {
  const assessment = requireAssessment(engine, environmentId, eventType)
  const about = { part: partOfRule(type), name: body.name }
  const target = assessment.name
  if (type === 'postDecision' && !assessment.actions)
    return { body: null, left: [], problems: [finding('error', about, 'noActions', { target })] }
  const sections: readonly string[] = type === 'decision' ? assessment.sections : ['prior']
  const clauses = body.clauses.filter(({ section }) => sections.includes(section))
  const left = body.clauses.filter(clause => !clauses.includes(clause)).map(({ name }) => name)
  const problems = left.map(name => finding('error', { part: 'clause', name }, 'noSection', { target }))
  if (clauses.length === 0)
    return { body: null, left, problems: [...problems, finding('error', about, 'noClause', { target })] }
  // A sample of another assessment would say nothing about events of this one.
  const sample = origin.key === eventType ? body.sample : { ...body.sample, payload: assessment.payload }
  const fitted = ruleBodySchema.parse({ ...body, clauses, sample })
  const found = await engine.checkRule(environmentId, eventType, fitted, type)
  return { body: fitted, left, problems: [...problems, ...found.map(problem => ofText(about, problem))] }
}

/** Makes a draft of the caller from a template. @throws RefusedValue where nothing of it fits, or the name is taken */
export async function ruleFromTemplate(
  editor: Editor & { engine: Engine },
  {
    eventType,
    branch,
    name,
    description,
    content,
  }: { eventType: string; branch: string; name: string; description: string; content: RuleContent },
): Promise<{ rule: Rule; outcome: TemplateOutcome }> {
  const fitted = await fitRule(editor.engine, editor.environmentId, eventType, content)
  if (fitted.body === null)
    throw new RefusedValue(['eventType'], fitted.problems.map(({ message }) => message).join(' '))
  const named = ruleBodySchema.shape.name.safeParse(name)
  if (!named.success) throw new RefusedValue(['name'], authoredNameFault)
  const rule = await createRule(
    editor,
    { environmentId: editor.environmentId, eventType, branch, type: content.type },
    { ...fitted.body, name, description },
  )
  const of = (clause: string | null) =>
    fitted.problems.filter(problem => problem.part === 'clause' && problem.name === clause)
  return {
    rule,
    outcome: [
      {
        part: partOfRule(content.type),
        name,
        outcome: 'created',
        problems: fitted.problems.filter(({ part }) => part !== 'clause'),
      },
      ...fitted.left.map(clause => ({
        part: 'clause' as const,
        name: clause,
        outcome: 'skipped' as const,
        problems: of(clause),
      })),
    ],
  }
}
