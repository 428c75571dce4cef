import { ToastProvider } from '@assay/design-system'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import messages from '../../../locales/en-US.json' with { type: 'json' }
import { createQueryClient } from '../api/query-client.ts'

export const sharedQueryClient = createQueryClient()

interface HookWrapperProps {
  /** One of its own starts empty, as after a reload. */
  queryClient?: QueryClient
  children: ReactNode
}

/** What hooks of the platform find around them in the running console: language, queries and toasts. */
export function hookWrapper({ queryClient = sharedQueryClient, children }: HookWrapperProps): ReactNode {
  return createElement(
    IntlProvider,
    { locale: 'en-US', messages },
    createElement(QueryClientProvider, { client: queryClient }, createElement(ToastProvider, null, children)),
  )
}
