import type { Rule, RuleBody, TemplateIssue, TemplateOutcome } from '../../contract/index.ts'
import { ruleBodySchema } from '../../contract/rules/rule-entities.ts'
import type { RuleEngine } from '../../kernel/console-api/context.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { createRule } from '../rules/lifecycle/drafts.ts'
import type { RuleActionContext } from '../rules/rule-action-context.ts'
import { requireAssessment } from '../rules/rule-validation.ts'
import { partOfRule } from './contents.ts'
import type { RuleContent } from './model.ts'
import { createTemplateIssue, issueOfText } from './template-problems.ts'

type Engine = Pick<RuleEngine, 'assessment' | 'checkRule'>
/**
 * A rule adapted to an assessment; `body` null: no part of it is applicable. `left`: clauses whose section the
 * assessment lacks.
 */
export interface AdaptedRule {
  body: RuleBody | null
  left: string[]
  problems: TemplateIssue[]
}

/**
 * Adapts the rule of a template to an assessment of an environment. Unknown names are reported, and prevent only its
 * publish. @throws NotFoundError
 */
export async function adaptRule(
  engine: Engine,
  environmentId: string,
  eventType: string,
  { assessment: origin, type, body }: RuleContent,
): Promise<AdaptedRule> {
  const assessment = requireAssessment(engine, environmentId, eventType)
  const about = { part: partOfRule(type), name: body.name }
  const target = assessment.name
  if (type === 'postDecision' && !assessment.actions)
    return { body: null, left: [], problems: [createTemplateIssue('error', about, 'noActions', { target })] }
  const sections: readonly string[] = type === 'decision' ? assessment.sections : ['prior']
  const clauses = body.clauses.filter(({ section }) => sections.includes(section))
  const left = body.clauses.filter(clause => !clauses.includes(clause)).map(({ name }) => name)
  const problems = left.map(name => createTemplateIssue('error', { part: 'clause', name }, 'noSection', { target }))
  if (clauses.length === 0)
    return { body: null, left, problems: [...problems, createTemplateIssue('error', about, 'noClause', { target })] }
  // A sample of another assessment would be meaningless for events of this one.
  const sample = origin.key === eventType ? body.sample : { ...body.sample, payload: assessment.payload }
  const fitted = ruleBodySchema.parse({ ...body, clauses, sample })
  const found = await engine.checkRule(environmentId, eventType, fitted, type)
  return { body: fitted, left, problems: [...problems, ...found.map(problem => issueOfText(about, problem))] }
}

/**
 * Creates a draft of the caller from a template. @throws ValidationError where no part of it is applicable, or the name
 * is taken
 */
export async function createRuleFromTemplate(
  editor: RuleActionContext,
  {
    eventType,
    branch,
    name,
    description,
    content,
  }: { eventType: string; branch: string; name: string; description: string; content: RuleContent },
): Promise<{ rule: Rule; outcome: TemplateOutcome }> {
  const fitted = await adaptRule(editor.engine, editor.environmentId, eventType, content)
  if (fitted.body === null)
    throw new ValidationError(['eventType'], fitted.problems.map(({ message }) => message).join(' '))
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
