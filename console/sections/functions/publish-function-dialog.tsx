import type { FunctionBody, FunctionResource, RuleProblem } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { identifierFault } from '../../platform/authoring/names.ts'
import { problemText, sortedProblems } from '../../platform/authoring/problems.ts'
import { PublishFrame } from '../../platform/authoring/publish-frame.tsx'
import type { RefusedProblem } from '../../platform/authoring/refusals.ts'
import type { StoredDraft } from '../../platform/authoring/use-stored-draft.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { functionDifferences } from './conflict.ts'

interface PublishFunctionDialogProps {
  resource: FunctionResource
  draft: StoredDraft<FunctionBody, FunctionResource>
  body: FunctionBody
  problems: readonly RuleProblem[]
  onClose: () => void
  onPublished: () => void
  /** The draft was given up for what somebody else had published. */
  onTaken: () => void
}

/** Last look before rules call the function as it is now. */
export function PublishFunctionDialog({ resource, draft, body, problems, onClose, onPublished, onTaken }: PublishFunctionDialogProps) {
  const intl = useIntl()
  const environmentId = useEnvironment().id
  const [name, setName] = useState(body.name)
  const [description, setDescription] = useState(body.description)
  useDraft(`publish/${resource.id}`, { name, description }, kept => {
    setName(kept.name)
    setDescription(kept.description)
  })
  const parameters = intl.formatMessage({ id: 'Functions.Parameters' })
  const properties = intl.formatMessage({ id: 'Functions.Properties' })
  const line = (place: string, problem: Pick<RuleProblem, 'line' | 'column' | 'code' | 'message' | 'params'>) => `${place} ${problem.line}:${problem.column} ${problemText(intl, problem)}`
  const lineOf = (problem: RefusedProblem) => line(typeof problem.property === 'number' ? (body.properties[problem.property]?.name ?? properties) : parameters, problem)
  const differences = async () => {
    const theirs = await client.functions.get({ environmentId, functionId: resource.id }, { context: { read: true } }).then(found => found.published, () => null)
    const labels: Record<string, string> = { name: intl.formatMessage({ id: 'Rules.Publish.Name' }), description: intl.formatMessage({ id: 'Rules.Publish.DescriptionLabel' }), parameters }
    return theirs ? functionDifferences({ ...body, name: name.trim(), description }, theirs).map(({ property, ...field }) => ({ ...field, label: property ?? labels[field.id] ?? field.id })) : []
  }
  return (
    <PublishFrame
      draftName={body.name} name={name} onName={setName} faultOf={identifierFault} description={description} onDescription={setDescription}
      confirm={<FormattedMessage id="Functions.Publish.Confirm" />} limit={<FormattedMessage id="Functions.Limit" />}
      warnings={sortedProblems(problems).filter(problem => problem.severity === 'warning').map(problem => line(typeof problem.part === 'number' ? (body.properties[problem.part]?.name ?? properties) : parameters, problem))}
      lineOf={lineOf} differences={differences} takeTheirs={draft.discard} onClose={onClose} onPublished={onPublished} onTaken={onTaken}
      publish={(wanted, overwrite) => {
        // Saved again without a change, a draft that was published meanwhile would begin anew.
        if (wanted !== body.name || description !== body.description) draft.change(each => ({ ...each, name: wanted, description }))
        return draft.publish(wanted, baseVersion => client.functions.publish({ environmentId, functionId: resource.id, baseVersion, overwrite }))
      }}
    />
  )
}
