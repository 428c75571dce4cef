export { CaseHeader, type CaseHeaderProps } from './case-header/case-header.tsx'
export { FilterBar, type FilterBarProps } from './filter-bar/filter-bar.tsx'
export { formatValue, isIsoDate, isIsoDateTime, problemOf, type FilterCondition, type FilterField, type FilterOperator, type FilterProblem } from './filter-bar/filter-model.ts'
