interface SkeletonProps {
  width?: string;
  height?: string;
  radius?: string;
  ratio?: string;
}

export function Skeleton({ width = '100%', height, radius, ratio }: SkeletonProps) {
  return (
    <span
      className="skeleton"
      style={{ width, height, borderRadius: radius, aspectRatio: ratio }}
    />
  );
}
