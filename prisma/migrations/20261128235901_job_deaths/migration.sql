-- CreateTable
CREATE TABLE "job_deaths" (
    "task" TEXT NOT NULL,
    "deaths" INTEGER NOT NULL,

    CONSTRAINT "job_deaths_pkey" PRIMARY KEY ("task")
);
