import type { FunctionSummary, RuleVocabulary } from '@assay/risk-service/contract'
import { defined } from '@assay/risk-service/contract'
import type { AttributeInfo, CheckEnvironment, FunctionScopes } from '@assay/risk-service/fql'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { useCan } from '../../environments/environments.tsx'

const namesStaleTime = 60_000

/** Attributes by their path in lower case, as the language looks them up. */
export function attributesByPath(attributes: RuleVocabulary['attributes']): Map<string, AttributeInfo> {
  return new Map(
    attributes.map(({ path, type, description, values }) => [
      path.toLowerCase(),
      {
        path,
        type,
        ...defined({ description, values }),
      },
    ]),
  )
}

/**
 * Functions by their names in a call, such as `Functions.parent.Pricing`. Types and code do not matter for completion.
 */
export function buildFunctionScopes(
  functions: readonly Pick<FunctionSummary, 'name' | 'call' | 'status' | 'parameters' | 'properties'>[],
): FunctionScopes {
  const reached = (by: RegExp) =>
    new Map(
      functions
        .filter(({ call, status }) => status === 'published' && by.test(call))
        .map(({ name, parameters, properties }) => [
          name.toLowerCase(),
          {
            name,
            parameters: parameters.map(parameter => ({ ...parameter, default: '' })),
            properties: properties.map(property => ({
              name: property,
              type: 'String' as const,
              default: '',
              code: '',
            })),
          },
        ]),
    )
  return {
    own: reached(/^Functions\.\w+$/),
    parent: reached(/^Functions\.parent\./),
    root: reached(/^Functions\.root\./),
  }
}

/**
 * Lists, velocities, functions and calls that code of an environment can name, as far as the reader may see them; for
 * completion and explanations.
 */
export function useResourceNames(
  environmentId: string,
): Pick<CheckEnvironment, 'lists' | 'velocities' | 'functions' | 'externalCalls' | 'externalAssessments'> {
  const can = useCan()
  const custom = useQuery(
    api.customLists.list.queryOptions({
      input: { environmentId, limit: 200 },
      enabled: can('lists.custom'),
      staleTime: namesStaleTime,
    }),
  ).data
  const support = useQuery(
    api.supportLists.list.queryOptions({
      input: { environmentId },
      enabled: can('lists.support'),
      staleTime: namesStaleTime,
    }),
  ).data
  const sets = useQuery(
    api.velocities.list.queryOptions({
      input: { environmentId },
      enabled: can('velocities'),
      staleTime: namesStaleTime,
    }),
  ).data
  const functions = useQuery(
    api.functions.list.queryOptions({ input: { environmentId }, enabled: can('functions'), staleTime: namesStaleTime }),
  ).data
  const calls = useQuery(
    api.externalCalls.list.queryOptions({
      input: { environmentId },
      enabled: can('externalcalls'),
      staleTime: namesStaleTime,
    }),
  ).data
  const assessments = useQuery(
    api.externalAssessments.list.queryOptions({
      input: { environmentId },
      enabled: can('externalassessments'),
      staleTime: namesStaleTime,
    }),
  ).data
  return useMemo(
    () => ({
      lists: {
        custom: new Map((custom?.rows ?? []).map(({ name, columns }) => [name.toLowerCase(), { name, columns }])),
        support: new Map((support ?? []).map(({ name }) => [name.toLowerCase(), { name }])),
      },
      velocities: new Map(
        (sets ?? [])
          .filter(({ status }) => status !== 'draft')
          .flatMap(({ velocities }) => velocities.map(({ name }) => [name.toLowerCase(), { name }] as const)),
      ),
      functions: buildFunctionScopes(functions ?? []),
      externalCalls: new Map(
        (calls ?? []).map(({ body: { name, parameters, sampleResponse } }) => [
          name.toLowerCase(),
          { name, parameters: parameters.map(each => each.name), sample: sampleResponse },
        ]),
      ),
      externalAssessments: new Map(
        (assessments ?? []).map(({ body: { name }, target }) => [
          name.toLowerCase(),
          { name, sample: target?.sampleResponse },
        ]),
      ),
    }),
    [custom, support, sets, functions, calls, assessments],
  )
}
