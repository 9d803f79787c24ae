import { Skeleton } from '@/ui/skeleton';

/** Shown until the sections have loaded. */
export function SectionsSkeleton() {
  return ['h-50', 'h-90', 'h-60'].map((height) => (
    <div key={height} className="form-section">
      <Skeleton className={`${height} w-full`} />
    </div>
  ));
}
