import { lazyPart } from '@assay/design-system'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { section } from '../../platform/sections/section-loaders.ts'
import { usePages } from '../navigation/pages.ts'
import { assistantButtonId } from './assistant-button.tsx'
import { closeAssistant, useAssistantState } from './assistant-state.ts'
import { useAssistant } from './use-assistant.ts'

const AssistantPane = lazyPart(async () => ({ default: (await section('Copilot')).AssistantPane }))

/** The assistant while it is open, for the frame. It remains open from page to page. */
export function useAssistantAside(): ReactNode {
  const { open } = useAssistantState()
  const assistant = useAssistant(open)
  return open && assistant !== null ? <AssistantAside key={assistant.environmentId} {...assistant} /> : null
}

function AssistantAside({ environmentId, model }: { environmentId: string; model: boolean }) {
  const queries = useQueryClient()
  const { focusRequests } = useAssistantState()
  const { pathname } = useLocation()
  const pages = usePages()
  // The page itself, else the one of the navigation above it.
  const page = pages
    .filter(({ path }) => path === pathname || (path !== '/' && pathname.startsWith(`${path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0]
  return (
    <Suspense fallback={<div className="w-full border-s border-line bg-surface" />}>
      <AssistantPane
        environmentId={environmentId}
        pageName={page?.label}
        model={model}
        focusRequests={focusRequests}
        onClose={() => {
          closeAssistant()
          document.getElementById(assistantButtonId)?.focus()
        }}
        onOff={() => void queries.invalidateQueries({ queryKey: api.assistant.availability.key() })}
      />
    </Suspense>
  )
}
