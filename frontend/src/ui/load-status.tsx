import { LoadError } from './load-error';
import { SkeletonRows } from './skeleton';

type Props = {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** The sentence of a failure, and what screen readers say before the answer. */
  texts: { failed: string; loading: string };
  rows: number;
  className: string;
};

/** In place of data that have not loaded: placeholders, or the failure with a button to retry. */
export function LoadStatus({ query, texts, rows, className }: Props) {
  return query.isError ? (
    <LoadError
      title={texts.failed}
      onRetry={() => void query.refetch()}
      pending={query.isFetching}
    />
  ) : (
    <SkeletonRows rows={rows} className={className} label={texts.loading} />
  );
}
