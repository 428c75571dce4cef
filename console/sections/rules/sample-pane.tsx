import { IconButton, Switch, useAnnounce } from '@assay/design-system'
import { CodeEditor, jsonLanguage } from '@assay/design-system/editor'
import type { RuleBody } from '@assay/risk-service/contract'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useJsonText } from '../../platform/authoring/use-json-text.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import type { DraftEdit } from './draft.ts'
import { useDefaultPayload } from './rule-calls.ts'
import { scoreOfSample, usedFields, usedPaths, withUsedFields } from './sample.ts'
import { SampleScores } from './sample-scores.tsx'
import { useRuleScope } from './scope.tsx'

const language = jsonLanguage()

interface SamplePaneProps {
  ruleId: string
  body: RuleBody
  edit: (edit: DraftEdit) => void
}

/**
 * The request and the score that the rule is tried with. Text that is no JSON stays as typed, and the last good sample
 * in use.
 */
export function SamplePane({ ruleId, body, edit }: SamplePaneProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [used, setUsed] = useState(false)
  // Text of the fields in use must not come back as that of the whole sample.
  useDraft(`rules/sample-used/${ruleId}`, used || null, setUsed)
  const { botScore } = useRuleScope()
  const standard = useDefaultPayload()
  const { payload } = body.sample
  const shown = used ? usedFields(payload, usedPaths(body)) : payload
  const json = useJsonText(
    shown,
    value => {
      const whole = used ? withUsedFields(payload, value) : value
      if (JSON.stringify(whole) !== JSON.stringify(payload)) edit({ type: 'payload', payload: whole })
      return used ? usedFields(whole, usedPaths(body)) : whole
    },
    `rules/sample/${ruleId}`,
  )
  const revert = () => {
    json.reset()
    edit({ type: 'payload', payload: standard ?? payload })
    edit({ type: 'riskScore', riskScore: scoreOfSample })
    if (botScore) edit({ type: 'botScore', botScore: scoreOfSample })
    announce(intl.formatMessage({ id: 'Rules.Sample.DefaultBack' }))
  }
  return (
    <>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 ps-4 pe-2">
        <h2 className="font-semibold">
          <FormattedMessage id="Rules.Sample.Title" />
        </h2>
        <span className="ms-auto flex items-center gap-2">
          <Switch
            className="text-xs"
            checked={used}
            label={<FormattedMessage id="Rules.Sample.Used" />}
            onCheckedChange={next => {
              json.reset()
              setUsed(next)
            }}
            disabled={json.broken}
          />
          <IconButton
            icon={RotateCcw}
            size="sm"
            label={intl.formatMessage({ id: 'Rules.Sample.ToDefault' })}
            disabled={!standard}
            onClick={revert}
          />
        </span>
      </div>
      <SampleScores sample={body.sample} edit={edit} />
      {json.broken ? (
        <p role="alert" className="px-4 pbe-1 text-xs text-danger-text">
          <FormattedMessage id="Rules.Sample.Invalid" />
        </p>
      ) : null}
      <CodeEditor
        className="min-h-[120px] flex-1"
        label={intl.formatMessage({ id: 'Rules.Sample.Label' })}
        value={json.text}
        onValueChange={json.change}
        language={language}
      />
    </>
  )
}
