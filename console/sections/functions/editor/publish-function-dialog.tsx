import type { FunctionBody, FunctionResource, RuleDiagnostic } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import type { StoredDraft } from '../../../platform/authoring/draft/use-stored-draft.ts'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import { PublishDraft, type PublishEvents } from '../../../platform/authoring/publish/publish-draft.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

interface PublishFunctionDialogProps extends PublishEvents {
  resource: FunctionResource
  draft: StoredDraft<FunctionBody, FunctionResource>
  body: FunctionBody
  problems: readonly RuleDiagnostic[]
}

/** Last look before rules call the function as it is now. */
export function PublishFunctionDialog({ resource, draft, body, problems, ...events }: PublishFunctionDialogProps) {
  const intl = useIntl()
  const address = { environmentId: useEnvironment().id, functionId: resource.id }
  const parameters = intl.formatMessage({ id: 'Functions.Parameters' })
  return (
    <PublishDraft<FunctionBody, FunctionResource>
      {...events}
      id={resource.id}
      draft={draft}
      body={body}
      problems={problems}
      faultOf={validateIdentifier}
      nameOf={part =>
        part === 'condition'
          ? parameters
          : (body.properties[part]?.name ?? intl.formatMessage({ id: 'Functions.Properties' }))
      }
      confirm={<FormattedMessage id="Functions.Publish.Confirm" />}
      limits={{ 'functions.limit': <FormattedMessage id="Functions.Limit" /> }}
      published={() =>
        client.functions.get(address).then(
          found => found.published,
          () => null,
        )
      }
      textsOf={of => [
        {
          id: 'parameters',
          label: parameters,
          text: of.parameters.map(({ type, name, default: value }) => `${type} ${name} = ${value}`).join('\n'),
        },
        ...of.properties.map(({ name, type, default: value, code }) => ({
          id: `property ${name}`,
          label: name,
          text: `${type} = ${value}\n${code}`,
        })),
      ]}
      send={({ baseVersion, overwrite }) => client.functions.publish({ ...address, baseVersion, overwrite })}
    />
  )
}
