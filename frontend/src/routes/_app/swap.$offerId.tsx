import { createFileRoute } from '@tanstack/react-router';
import { SwapPage } from '@/features/swap/swap-page';
import { titled } from '@/lib/page-title';

export const Route = createFileRoute('/_app/swap/$offerId')({
  head: titled('Swap a table'),
  component: Swap,
});

function Swap() {
  const { offerId } = Route.useParams();
  return <SwapPage offerId={Number(offerId)} />;
}
